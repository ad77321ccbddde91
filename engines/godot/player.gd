extends CharacterBody2D
## A player who walks, opens doors by walking into them, and carries a lantern.

const SPEED := 90.0
## Pixels of the hero, two wide each.
const HERO := [
	"..####..",
	".#hhhh#.",
	".#hffh#.",
	"..#ff#..",
	".#rrrr#.",
	"#rrggrr#",
	".#rrrr#.",
	".#bb#bb#",
]
const COLORS := {
	"#": Color("1b1420"), "h": Color("5a3a22"), "f": Color("f0c49a"), "r": Color("b0392f"),
	"g": Color("e8c34a"), "b": Color("39465e"),
}


func _ready() -> void:
	collision_layer = 4
	collision_mask = 3
	motion_mode = MOTION_MODE_FLOATING
	var shape := CollisionShape2D.new()
	shape.shape = CircleShape2D.new()
	shape.shape.radius = 5.0
	add_child(shape)
	var camera := Camera2D.new()
	camera.zoom = Vector2(3, 3)
	camera.position_smoothing_enabled = true
	add_child(camera)
	add_child(_lantern())


func _lantern() -> PointLight2D:
	var glow := GradientTexture2D.new()
	glow.gradient = Gradient.new()
	glow.gradient.set_color(0, Color.WHITE)
	glow.gradient.set_color(1, Color(1, 1, 1, 0))
	glow.fill = GradientTexture2D.FILL_RADIAL
	glow.fill_from = Vector2(0.5, 0.5)
	glow.fill_to = Vector2(1, 0.5)
	var light := PointLight2D.new()
	light.texture = glow
	light.texture_scale = 3.0
	light.color = Color("ffd9a0")
	light.energy = 0.4
	light.shadow_enabled = true
	return light


func _draw() -> void:
	for row in HERO.size():
		for column in HERO[row].length():
			if HERO[row][column] != ".":
				draw_rect(Rect2(column * 1.5 - 6, row * 1.5 - 7, 1.5, 1.5), COLORS[HERO[row][column]])


func _physics_process(_delta: float) -> void:
	var way := Input.get_vector("ui_left", "ui_right", "ui_up", "ui_down")
	if way == Vector2.ZERO:
		way = Vector2(
			float(Input.is_physical_key_pressed(KEY_D)) - float(Input.is_physical_key_pressed(KEY_A)),
			float(Input.is_physical_key_pressed(KEY_S)) - float(Input.is_physical_key_pressed(KEY_W)))
	velocity = way.limit_length() * SPEED
	move_and_slide()
	for number in get_slide_collision_count():
		var body := get_slide_collision(number).get_collider()
		if body.has_method("try_open"):
			body.try_open(self)
