extends SceneTree
## Draws scenes of levels as pictures, user://NAME.png: all of the level, or 40 by 25 cells around its entry.
##
##     xvfb-run godot --rendering-driver opengl3 --path PROJECT -s godot4_picture.gd -- NAME... [near]


func _initialize() -> void:
	_picture()


func _picture() -> void:
	var names := OS.get_cmdline_user_args()
	var is_near := names.has("near")
	for name in names:
		if name == "near":
			continue
		var level: Node2D = load("res://levels/%s.tscn" % name).instantiate()
		root.add_child(level)
		var size := Vector2(level.get_node("walls").get_used_rect().end) * 16
		root.size = Vector2i(1280, 800) if is_near else Vector2i(size)
		root.content_scale_size = root.size
		if is_near:
			level.scale = Vector2(2, 2)
			level.position = Vector2(root.size) / 2 - level.get_node("stairs/entry").position * 2
		for frame in 5:
			await process_frame
		await RenderingServer.frame_post_draw
		root.get_texture().get_image().save_png("user://%s.png" % name)
		level.free()
	quit()
