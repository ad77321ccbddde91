//! `Image`: a picture of a level as an array, which a notebook shows.

use numpy::{IntoPyArray, PyArray3, PyArrayMethods};
use pyo3::{prelude::*, types::PyBytes};
use roomgen::{level::Audience, model::Hundredths};
use roomgen_export::{
    format::LevelExport,
    picture::{Overlay, Overlays, Picture, PictureLight, PictureOptions, PictureStyle, View},
    png,
};
use roomgen_python_help::documented;

use crate::{arguments, errors, export, level::PyLevel};

#[documented(Image)]
#[pyclass(frozen, module = "roomgen")]
pub(crate) struct Image(Picture);

#[documented(Image)]
#[pymethods]
impl Image {
    #[getter]
    fn array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let (width, height) = self.size();
        self.0.bytes().to_vec().into_pyarray(py).reshape([height as usize, width as usize, 3])
    }

    #[getter]
    fn size(&self) -> (u32, u32) {
        (self.0.width(), self.0.height())
    }

    fn to_png<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| png::encode(&self.0)).map_err(|error| errors::request(py, error))?;
        Ok(PyBytes::new(py, &bytes))
    }

    fn _repr_png_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.to_png(py)
    }

    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(pyo3::exceptions::PyValueError::new_err("the array of an image is always a copy"));
        }
        let array = self.array(py)?.into_any();
        dtype.map_or_else(|| Ok(array.clone()), |dtype| array.call_method1("astype", (dtype,)))
    }

    fn __repr__(&self) -> String {
        format!("<Image {}x{}>", self.0.width(), self.0.height())
    }
}

/// The options of a picture that have names, as the tool takes them.
#[derive(Clone, Debug)]
pub(crate) struct NamedOptions {
    pub(crate) view: String,
    pub(crate) overlays: Vec<String>,
    pub(crate) style: String,
    pub(crate) audience: String,
}

/// The options of a picture that say how much of it is seen.
#[derive(Clone, Debug)]
pub(crate) struct SightOptions<'py> {
    /// Whether lamps shed light.
    pub(crate) light: bool,
    /// The ambient light, instead of the preset's.
    pub(crate) ambient: Option<Bound<'py, PyAny>>,
    /// The cells of rock around the level, instead of all.
    pub(crate) margin: Option<Bound<'py, PyAny>>,
}

impl SightOptions<'_> {
    fn light(&self, py: Python<'_>) -> PyResult<PictureLight> {
        let Some(ambient) = self.ambient.as_ref().filter(|_| self.light) else {
            return Ok(if self.light { PictureLight::Theme } else { PictureLight::Off });
        };
        let number = ambient.extract::<f32>().ok().and_then(Hundredths::exact);
        let number = number.filter(|number| *number <= Hundredths::ONE);
        let number = number.ok_or_else(|| {
            let given = ambient.to_string();
            errors::request(py, format!("ambient is {given}; allowed: 0 to 1, with two digits behind the point"))
        });
        number.map(PictureLight::Ambient)
    }
}

/// The options of a picture.
pub(crate) fn options(
    py: Python<'_>,
    scale: Option<&Bound<'_, PyAny>>,
    NamedOptions { view, overlays, style, audience }: NamedOptions,
    legend: bool,
    room: Option<&Bound<'_, PyAny>>,
    sight: &SightOptions<'_>,
) -> PyResult<PictureOptions> {
    let (least, most) = (PictureOptions::MIN_SCALE.into(), PictureOptions::MAX_SCALE.into());
    let default = PictureOptions::DEFAULT;
    let mut drawn = Overlays::NONE;
    for name in overlays {
        drawn = drawn.with(name.parse::<Overlay>().map_err(|error| errors::request(py, error))?);
    }
    Ok(PictureOptions {
        scale: scale.map_or(Ok(default.scale), |scale| arguments::whole(scale, "scale", least, most))?,
        view: view.parse::<View>().map_err(|error| errors::request(py, error))?,
        overlays: drawn,
        style: style.parse::<PictureStyle>().map_err(|error| errors::request(py, error))?,
        audience: audience.parse::<Audience>().map_err(|error| errors::request(py, error))?,
        legend,
        light: sight.light(py)?,
        margin: sight
            .margin
            .as_ref()
            .map(|margin| arguments::whole(margin, "margin", 0, u32::MAX.into()))
            .transpose()?,
        room: room.map(|room| arguments::whole(room, "room", 0, u32::MAX.into())).transpose()?,
        ..default
    })
}

/// Draws a level with the theme of its preset, or of the built-in preset that made it.
pub(crate) fn draw(py: Python<'_>, level: &PyLevel, picture: PictureOptions) -> PyResult<Image> {
    let drawn = py.detach(|| export::of(level, |export| LevelExport { picture, ..export }.draw()));
    drawn.map(Image).map_err(|error| errors::request(py, error))
}
